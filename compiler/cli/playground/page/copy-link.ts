/** The button that makes a link. */
import { linkOf, type Workspace } from './share-link.ts';

/** Puts the link in the address bar, and in the clipboard where that is allowed; gives what to say of it. */
export async function copyLink(workspace: Workspace): Promise<string> {
  const made = await linkOf(workspace);
  if (made.kind === 'TooLong') {
    return `These rules are too large for a link: ${made.length} characters, of ${made.longest} that are carried everywhere.`;
  }
  history.replaceState(undefined, '', made.fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is in the clipboard and in the address bar.';
  } catch {
    return 'The link is in the address bar.';
  }
}
