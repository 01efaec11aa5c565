/** Recognises targets that are written as in macros, in programming languages or in CGI. */
import { variables } from '../language/variables/index.ts';

/** Returns how SecLang writes what the unknown `name` means: `ARGS:a` for `ARGS.a`, `ARGS[a]` and `%{ARGS.a}`. */
export function targetMeantBy(name: string): string | undefined {
  const [, inside = name] = /^%\{(.*)\}$/s.exec(name) ?? [];
  const [, header] = /^HTTP_(\w[\w-]*)$/i.exec(inside) ?? [];
  if (header !== undefined) return `REQUEST_HEADERS:${headerName(header)}`;
  const [, written = inside, key] = /^(\w+)[.[]([\w.-]+)\]?$/.exec(inside) ?? [];
  const variable = written.toUpperCase();
  if (inside === name && key === undefined) return undefined;
  const kind = variables.get(variable)?.kind;
  if (kind === undefined || (kind === 'scalar' && key !== undefined)) return undefined;
  return key === undefined ? variable : `${variable}:${key}`;
}

/** Returns `User-Agent` for `USER_AGENT`. */
function headerName(name: string): string {
  return name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('-');
}
