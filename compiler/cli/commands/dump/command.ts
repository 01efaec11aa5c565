/** `portcullis dump`: prints rule files as JSON, for programs that edit rules. */
import { Diagnostics } from '#compiler/diagnostics.ts';
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
import { type Exit, printDiagnostics, usageError } from '../../output/report.ts';
import { pathsOf, unmatched } from '../../project/rule-paths.ts';
import {
  type FileDocument,
  fileDocument,
  type RuleDocument,
  SCHEMA_VERSION,
} from '../../rule-json/document.ts';

/** Lines that cannot be parsed are reported and dumped as they are; the exit code is then 1. */
export function runDump(patterns: readonly string[], files: RuleFiles): Exit {
  const paths = pathsOf(patterns, files);
  const missing = unmatched(patterns, files);
  if (missing !== undefined) return usageError(`No file matches ${missing}.`);
  const diagnostics = new Diagnostics();
  const documents: FileDocument[] = [];
  for (const path of paths) {
    const text = files.read(path);
    if (text === undefined) return usageError(cannotRead(path, files));
    documents.push(fileDocument({ path, text }, diagnostics));
  }
  const document: RuleDocument = { schemaVersion: SCHEMA_VERSION, files: documents };
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  printDiagnostics(diagnostics.list);
  return diagnostics.hasErrors ? 1 : 0;
}
