/** Keys that an object of a JSON text has twice: JSON.parse keeps the last of them and says nothing. */

/** Strings, and the characters that objects and arrays consist of. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** `json` is valid JSON. Each repeated key once for each repetition, in their order. */
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
