/** Bars that users select with the pointer or the keyboard: one tab stop for each chart, arrow keys within it. */

export type ChosenBar = {
  /** The label for screen readers. */
  readonly label: string;
  readonly choose: () => void;
};

/** Makes bars selectable. `rectangles` are over the bars, in the order of `bars`. */
export function makeChoosable(rectangles: readonly SVGElement[], bars: readonly ChosenBar[]): void {
  const focus = (index: number): void => {
    const wanted = Math.min(Math.max(index, 0), rectangles.length - 1);
    rectangles.forEach((rectangle, position) => {
      rectangle.setAttribute('tabindex', position === wanted ? '0' : '-1');
    });
    rectangles[wanted]?.focus();
  };
  rectangles.forEach((rectangle, index) => {
    const bar = bars[index];
    if (bar === undefined) return;
    rectangle.setAttribute('tabindex', index === 0 ? '0' : '-1');
    rectangle.setAttribute('role', 'button');
    rectangle.setAttribute('aria-label', bar.label);
    rectangle.setAttribute('aria-haspopup', 'dialog');
    rectangle.classList.add('bar');
    rectangle.addEventListener('click', bar.choose);
    rectangle.addEventListener('keydown', (event) => {
      const target = targetOf(event.key, index, rectangles.length);
      if (target === 'choose') bar.choose();
      else if (target !== undefined) focus(target);
      if (target !== undefined) event.preventDefault();
    });
  });
}

function targetOf(key: string, index: number, count: number): number | 'choose' | undefined {
  switch (key) {
    case 'Enter':
    case ' ':
      return 'choose';
    case 'ArrowDown':
    case 'ArrowRight':
      return index + 1;
    case 'ArrowUp':
    case 'ArrowLeft':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
