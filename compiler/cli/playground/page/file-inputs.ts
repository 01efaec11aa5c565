/** The ways by which files get into the page: two buttons, and dropping them anywhere. */
import { byId } from './dom.ts';
import { filesOfDrop, filesOfInput, type OpenedFile } from './open-files.ts';

export function connectOpening(add: (opened: readonly OpenedFile[]) => void): void {
  const connect = (button: string, input: string): void => {
    const chooser = byId(input, HTMLInputElement);
    byId(button, HTMLButtonElement).addEventListener('click', () => chooser.click());
    chooser.addEventListener('change', () => {
      void filesOfInput(chooser.files ?? []).then((opened) => {
        // The same choice once more is a change again.
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
