/** A picture of the documentation, drawn from figures. */
export type Picture = {
  /** The name of the file in docs/images, without `.svg`. */
  readonly name: string;
  /** The alternative text for readers who cannot see the picture. */
  readonly description: string;
  readonly svg: string;
};
