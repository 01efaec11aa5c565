/** The compiler of TypeScript over modules that exist in memory only, with the settings of the project. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** Of emitted modules by their path: one TypeScript program for all, since loading the engine takes most of the time. */
export function typeErrors(modules: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(`${project}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project);
  const { tsBuildInfoFile: _cache, ...plain } = { ...options, incremental: false };
  const host = ts.createCompilerHost(plain);
  const { fileExists, readFile } = host;
  // Folders that exist in memory only would not be looked into.
  host.directoryExists = () => true;
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => modules.get(path) ?? readFile(path);
  const program = ts.createProgram([...modules.keys()], plain, host);
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file !== undefined && modules.has(file.fileName))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}
