/** A picture of the documentation, drawn from figures. */
export type Picture = {
  /** Of the file in docs/images, without `.svg`. */
  readonly name: string;
  /** What someone who cannot see it needs to know. */
  readonly description: string;
  readonly svg: string;
};
