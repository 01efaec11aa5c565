/** The page: sends changes of the editors to the compiler, and shows its messages. */
import { javascript } from '@codemirror/lang-javascript';
import { countNoun } from '#compiler/count-noun.ts';
import type { RunReport } from '../../inspection/run-request.ts';
import type { RuleCost, ShownFinding, ToPage } from '../protocol.ts';
import { startCompiler } from './compiler-client.ts';
import { copyLink } from './copy-link.ts';
import { byId, element } from './dom.ts';
import { createEditor } from './editor.ts';
import { page } from './elements.ts';
import { examples } from './examples.ts';
import { connectOpening } from './file-inputs.ts';
import { entriesOf, type OpenedFile } from './open-files.ts';
import {
  createRuleSet,
  putFile,
  removeFile,
  replaceAll,
  takeChange,
  workspaceOf,
} from './rule-set.ts';
import { seclang } from './seclang.ts';
import { readLink, type Workspace } from './share-link.ts';
import { showCosts } from './show-costs.ts';
import { showFindings } from './show-findings.ts';
import { showResult, showTrace } from './show-result.ts';
import { connectTabs } from './tabs.ts';

/** Milliseconds without a change before the compiler gets the changes. */
const PATIENCE = 120;

const rules = createRuleSet();
/** The latest results of the compiler. */
const known: {
  findings: readonly ShownFinding[];
  checked: string;
  report: RunReport | undefined;
  costs: readonly RuleCost[];
} = { findings: [], checked: '', report: undefined, costs: [] };

let shownPath = '';
let panel = 'panel-request';
let line = 1;
let timer: ReturnType<typeof setTimeout> | undefined;

const compiler = startCompiler(byId('compiler', HTMLIFrameElement), receive);

const editor = createEditor(byId('rules', HTMLElement), {
  label: 'Rules',
  language: seclang,
  changed: (text) => {
    const file = rules.files.get(shownPath);
    if (file === undefined) return;
    putFile(rules, { ...file, text });
    schedule();
  },
  moved: (at) => {
    if (at === line) return;
    line = at;
    if (panel === 'panel-rule') queryRule();
  },
});

const requestEditor = createEditor(byId('request', HTMLElement), {
  label: 'Request',
  language: [],
  wraps: true,
  changed: (text) => {
    rules.request = text;
    schedule();
  },
});

const moduleEditor = createEditor(byId('typescript', HTMLElement), {
  label: 'Emitted TypeScript',
  language: javascript({ typescript: true }),
  readOnly: true,
});

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(sendChange, PATIENCE);
}

function sendChange(): void {
  const change = takeChange(rules);
  if (change.changesRules) page.status.textContent = 'Checking…';
  compiler.send(change);
}

function receive(message: ToPage): void {
  // This answers an earlier revision; a message about the present one follows.
  if (message.kind === 'Ready' || message.revision !== rules.revision) return;
  switch (message.kind) {
    case 'Checked':
      known.findings = message.findings;
      known.checked = `Checked in ${Math.round(message.milliseconds)} ms`;
      page.count.textContent = message.count;
      page.status.textContent = `${known.checked}, compiling…`;
      showAllFindings();
      break;
    case 'Refused':
      page.status.textContent = `${known.checked}: rules with errors are not compiled`;
      showNoRun('The rules have errors: correct them to run requests.');
      queryPanel();
      break;
    case 'Compiled': {
      const { read, active } = message.rules;
      const compiled = `compiled in ${Math.round(message.milliseconds)} ms`;
      page.status.textContent = `${known.checked}, ${compiled}: ${active} of ${read} rules are left to run`;
      showModuleNames(message.modules);
      queryPanel();
      break;
    }
    case 'Ran':
      known.report = message.report;
      showResult(page.result, message.report, goTo);
      showTrace(page.trace, message.report, goTo);
      if (panel === 'panel-costs') showAllCosts();
      break;
    case 'NotRun':
      showNoRun(message.message);
      break;
    default:
      receiveAnswer(message);
  }
}

function receiveAnswer(message: ToPage): void {
  switch (message.kind) {
    case 'Rule':
      page.rule.textContent = message.text ?? 'There is no rule at the cursor.';
      break;
    case 'Costs':
      known.costs = message.rules;
      showAllCosts();
      break;
    case 'Module':
      moduleEditor.show(page.module.value, message.text);
      break;
    case 'InternalError':
      page.status.textContent = `Internal error of the compiler, please report it: ${message.message}`;
      break;
    default:
  }
}

function showNoRun(why: string): void {
  known.report = undefined;
  page.result.replaceChildren(element('div', {}, why));
  page.trace.replaceChildren();
}

function showAllFindings(): void {
  showFindings(page.findings, known.findings, ({ path, from }) => {
    if (path === undefined) page.entries.focus();
    else {
      showFile(path);
      editor.goTo(from);
    }
  });
  editor.setFindings(known.findings.filter(({ path }) => path === shownPath));
}

function showAllCosts(): void {
  showCosts(page.costs, known.costs, known.report, goTo);
}

function goTo(path: string, at: number): void {
  showFile(path);
  editor.goTo({ line: at, column: 0 });
}

function showModuleNames(names: readonly string[]): void {
  const chosen = page.module.value || 'phase2.ts';
  page.module.replaceChildren(...names.map((name) => element('option', { value: name }, name)));
  page.module.value = names.includes(chosen) ? chosen : (names[0] ?? '');
}

/** Sends the query that the visible panel needs. */
function queryPanel(): void {
  const { revision } = rules;
  if (panel === 'panel-rule') queryRule();
  if (panel === 'panel-costs') compiler.send({ kind: 'Costs', revision });
  if (panel === 'panel-modules') {
    compiler.send({ kind: 'Module', path: page.module.value, revision });
  }
}

function queryRule(): void {
  compiler.send({ kind: 'Rule', path: shownPath, line, revision: rules.revision });
}

function showFile(path: string): void {
  const file = rules.files.get(path);
  if (file === undefined || path === shownPath) return;
  shownPath = path;
  page.file.value = path;
  editor.show(path, file.text);
  editor.setFindings(known.findings.filter((finding) => finding.path === path));
}

/** Shows the list of files after some were added or removed. */
function showAll(first: string | undefined): void {
  const paths = [...rules.files.keys()].toSorted();
  page.file.replaceChildren(...paths.map((path) => element('option', { value: path }, path)));
  page.entries.value = rules.entries.join('\n');
  shownPath = '';
  showFile(first !== undefined && rules.files.has(first) ? first : (paths[0] ?? ''));
  sendChange();
}

function openWorkspace(workspace: Workspace): void {
  replaceAll(rules, workspace);
  requestEditor.show('request', workspace.request);
  showAll(workspace.entries[0]);
}

/** Adds files to those of the page, so that settings in the editor also apply to a rule set that is opened. */
function addFiles(opened: readonly OpenedFile[]): void {
  if (opened.length === 0) {
    showStatus('There are no rule files among these (.conf, .data, .conf.example).');
    return;
  }
  for (const file of opened) putFile(rules, file);
  const fresh = entriesOf(opened).filter((entry) => !rules.entries.includes(entry));
  rules.entries = [...rules.entries, ...fresh];
  showStatus(`${countNoun(opened.length, 'file')} opened`);
  showAll(shownPath);
}

/** Shows the result of a button. */
function showStatus(text: string): void {
  page.linkStatus.textContent = text;
}

async function openLink(): Promise<boolean> {
  const workspace = await readLink(location.hash);
  if (workspace === undefined) return false;
  openWorkspace(workspace);
  return true;
}

function addFile(): void {
  let number = 1;
  while (rules.files.has(`rules-${number}.conf`)) number += 1;
  const path = `rules-${number}.conf`;
  putFile(rules, { path, text: '', encoding: 'utf-8' });
  rules.entries = [...rules.entries, path];
  showAll(path);
}

function removeShown(): void {
  removeFile(rules, shownPath);
  editor.forget(shownPath);
  rules.entries = rules.entries.filter((entry) => entry !== shownPath);
  if (rules.files.size === 0) addFile();
  else showAll(undefined);
}

function connect(): void {
  page.examples.append(...examples.map(({ title }) => element('option', {}, title)));
  page.examples.addEventListener('change', () => {
    openWorkspace(examples[page.examples.selectedIndex] ?? examples[0]);
  });
  page.file.addEventListener('change', () => showFile(page.file.value));
  page.entries.addEventListener('input', () => {
    rules.entries = page.entries.value.split('\n').filter((entry) => entry.trim() !== '');
    schedule();
  });
  page.module.addEventListener('change', queryPanel);
  connectTabs(byId('tabs', HTMLElement), (chosen) => {
    panel = chosen;
    queryPanel();
  });
  connectOpening(addFiles);
  byId('add-file', HTMLButtonElement).addEventListener('click', addFile);
  byId('remove-file', HTMLButtonElement).addEventListener('click', removeShown);
  byId('copy-link', HTMLButtonElement).addEventListener('click', () => {
    void copyLink(workspaceOf(rules)).then(showStatus);
  });
  addEventListener('hashchange', () => void openLink());
}

connect();
void openLink().then((isOpen) => {
  if (!isOpen) openWorkspace(examples[0]);
});
