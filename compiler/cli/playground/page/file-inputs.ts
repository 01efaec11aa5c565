/** Opens files that are chosen with one of two buttons or dropped anywhere on the page. */
import { byId } from './dom.ts';
import { filesOfDrop, filesOfInput, type OpenedFile } from './open-files.ts';

export function connectOpening(add: (opened: readonly OpenedFile[]) => void): void {
  const connect = (button: string, input: string): void => {
    const chooser = byId(input, HTMLInputElement);
    byId(button, HTMLButtonElement).addEventListener('click', () => chooser.click());
    chooser.addEventListener('change', () => {
      void filesOfInput(chooser.files ?? []).then((opened) => {
        // Without this, choosing the same files again causes no change event.
        chooser.value = '';
        add(opened);
      });
    });
  };
  connect('open-files', 'files');
  connect('open-folder', 'folder');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    if (event.dataTransfer !== null) void filesOfDrop(event.dataTransfer.items).then(add);
  });
}
