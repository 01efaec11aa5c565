/** Common parts of all charts: colours, hatching, and selectable bars. */
import * as Plot from '@observablehq/plot';
import { type ChosenBar, makeChoosable } from './bars.ts';

/** Colours of Okabe and Ito, set in page.css. Detected is also hatched, so that colour is not the only difference. */
export const OUTCOMES = {
  domain: ['blocked', 'detected'],
  range: ['var(--blocked)', 'url(#hatched)'],
};

/** The mark of this class is over the bars. */
export const CHOOSABLE = 'choosable';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Returns the element of a plot without its inline style, because the policy of the page allows only its own style
 * sheet.
 */
export function drawn(
  options: Plot.PlotOptions,
  label: string,
  bars: readonly ChosenBar[],
): Element {
  const figure = Plot.plot({ ...options, className: 'plot', ariaLabel: label });
  for (const style of figure.querySelectorAll('style')) style.remove();
  figure.setAttribute('role', 'group');
  const rectangles = figure.querySelectorAll<SVGElement>(`.${CHOOSABLE} > rect`);
  makeChoosable([...rectangles], bars);
  return figure;
}

/** Returns the pattern of `url(#hatched)`; the page needs it once. */
export function hatching(): SVGElement {
  const svg = svgElement('svg', {
    width: '0',
    height: '0',
    'aria-hidden': 'true',
    class: 'definitions',
  });
  const pattern = svgElement('pattern', {
    id: 'hatched',
    width: '6',
    height: '6',
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(
    svgElement('rect', { width: '6', height: '6', class: 'hatch-ground' }),
    svgElement('rect', { width: '2.5', height: '6', class: 'hatch-line' }),
  );
  svg.append(pattern);
  return svg;
}

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made as SVGElement;
}
