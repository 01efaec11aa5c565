/** Finds repeated keys in objects of a JSON text, of which JSON.parse silently drops all but the last. */

/** Strings, and the characters that objects and arrays consist of. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Returns each repeated key once for each repetition, in order. `json` must be valid. */
export function repeatedKeys(json: string): string[] {
  const repeated: string[] = [];
  /** The keys of each object that is open; an array has none. */
  const open: Set<string>[] = [];
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key: string = JSON.parse(text);
      if (keys?.has(key)) repeated.push(key);
      keys?.add(key);
    } else text = token;
  }
  return repeated;
}
