/** What all charts have in common: colours, hatching, and bars to choose. */
import * as Plot from '@observablehq/plot';
import { type ChosenBar, makeChoosable } from './bars.ts';

/** Colours of Okabe and Ito, set in page.css; detected is hatched as well, so that nothing hangs on colour. */
export const OUTCOMES = {
  domain: ['blocked', 'detected'],
  range: ['var(--blocked)', 'url(#hatched)'],
};

/** The mark of this class lies over the bars. */
export const CHOOSABLE = 'choosable';

const SVG = 'http://www.w3.org/2000/svg';

/** The element of a plot, without the style that it brings: the policy of the page allows only the page's own. */
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

/** The pattern that `url(#hatched)` names; it belongs once into the page. */
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
