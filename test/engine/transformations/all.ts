/** The transformations by their SecLang names. */
import type { Transformation } from '#engine/transformations/index.ts';
import * as transformations from '#engine/transformations/index.ts';

export const ALL: ReadonlyMap<string, Transformation> = new Map(Object.entries(transformations));
