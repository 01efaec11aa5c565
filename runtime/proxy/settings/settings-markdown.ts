/** Generates the table of docs/settings.md from the setting table. */
import type { Setting } from './setting.ts';
import { settingTable } from './setting-table.ts';

/** Returns a Markdown table with one row per variable, in table order. */
export function settingsMarkdown(): string {
  const rows = Object.values<Setting<unknown>>(settingTable).map((setting) => {
    const names = [setting.name, ...setting.aliases].map((name) => `\`${name}\``).join(', ');
    return `| ${names} | ${setting.kind.type} | ${setting.shown} | ${setting.meaning} |`;
  });
  return ['| Variable | Type | Default | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}
