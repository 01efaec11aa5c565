/**
 * `make screenshots`: makes the pictures of terminals and editors in docs/images. Pictures that cannot be made here
 * stay unchanged.
 */
import { writeFileSync } from 'node:fs';
import { plans } from './screenshots/pictures.ts';
import { takePicture } from './screenshots/take-picture.ts';
import { hasTmux } from './screenshots/terminal.ts';

if (!hasTmux()) {
  console.error('error: tmux is not installed.');
  process.exit(2);
}
const wanted = process.argv.slice(2);
for (const plan of plans(process.env)) {
  if (wanted.length > 0 && !wanted.includes(plan.name)) continue;
  if ('missing' in plan) {
    console.log(`${plan.name}: not drawn, as there is no ${plan.missing}`);
    continue;
  }
  const svg = await takePicture(plan);
  const path = `docs/images/${plan.name}.svg`;
  writeFileSync(path, svg);
  console.log(`${path}: ${svg.length} bytes`);
}
