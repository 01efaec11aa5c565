/** The action of the button that creates a link. */
import { linkOf, type Workspace } from './share-link.ts';

/** Writes the link to the address bar, and to the clipboard where that is allowed. Returns the message to show. */
export async function copyLink(workspace: Workspace): Promise<string> {
  const made = await linkOf(workspace);
  if (made.kind === 'TooLong') {
    return `These rules are too large for a link: it would have ${made.length} characters, more than ${made.longest}.`;
  }
  history.replaceState(undefined, '', made.fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is in the clipboard and in the address bar.';
  } catch {
    return 'The link is in the address bar.';
  }
}
