/**
 * Lets V8 find the properties of requests and responses in its inline caches after a framework has replaced their
 * prototype.
 *
 * Express sets another prototype on each request and response. Before version 13 (Node 24), V8 then gives the object a
 * layout of its own with each property that is added, so that no inline cache knows it and every access is a search.
 * Deleting a property turns the object into a hash table, and V8 has one layout for all of those with the same
 * prototype. V8 keeps them in a table of 64 entries: in about 3 processes of 100, requests and responses have the same
 * entry and displace each other, and each object again has a layout of its own.
 */
const NEEDED = Number.parseInt(process.versions.v8, 10) < 13;
const ADDED = Symbol('added');

/** Changes the layout, but no property; does nothing when the prototype is that of the object's class. */
export function shareLayout(object: object & { [ADDED]?: undefined }): void {
  if (!NEEDED || !hasReplacedPrototype(object)) return;
  object[ADDED] = undefined;
  delete object[ADDED];
}

function hasReplacedPrototype(object: object): boolean {
  const prototype: { readonly constructor?: { readonly prototype?: unknown } } | null =
    Object.getPrototypeOf(object);
  return prototype !== null && prototype.constructor?.prototype !== prototype;
}
