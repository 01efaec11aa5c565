/** Writes generated/README.md from the emitter's description of its modules: `npx tsx scripts/generated-readme.ts`. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { moduleDescriptions } from '#compiler/4-emit/module-descriptions.ts';

export const GENERATED_README = 'generated/README.md';

export function generatedReadme(): string {
  const rows = Object.entries(moduleDescriptions).map(([name, holds]) => {
    const file = name === 'phase' ? '`phase1.ts` … `phase5.ts`' : `\`${name}.ts\``;
    return `| ${file} | ${holds} |`;
  });
  return `# What the compiler emits

\`make compile-rules\` writes one folder for each profile here; git ignores them.

| file | holds |
|---|---|
${rows.join('\n')}

How to read one: \`op.\` is SecLang's \`@\`, \`t.\` is \`t:\`, \`act.\` an action, \`v.\` a variable. Declarations are
named after what they hold (\`targets.requestHeadersReferer\`, \`steps.urlDecodeUniLowercase\`) or after the first rule that
uses them (\`data.pattern942100\`); \`_2\` tells a second one of the same name apart. Numbers with a remark are masks of
byte classes (\`64 /* [\\r\\n] */\`), ranges of rules (\`[[3, 9]] /* 942100..942190 */\`) and registers of TX variables. A
skip is a labelled block that \`break\` leaves. A rule that a \`ctl:ruleRemove…\` can reach looks at \`tx.removed\` first.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(GENERATED_README, generatedReadme());
}
