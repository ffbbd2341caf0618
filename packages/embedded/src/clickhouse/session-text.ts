import { refusals } from "./refusals.ts";

interface Prepared {
  database: string;
  settings: ReadonlyMap<string, string>;
}

/** The statements that turn a session as an earlier request left it into the one that this request wants. */
export function sessionText(now: Prepared, wanted: Prepared & { parameters: ReadonlyMap<string, string> }): string {
  const assignments = [
    ...[...now.settings.keys()].filter((name) => !wanted.settings.has(name)).map((name) => `${name} = DEFAULT`),
    ...[...wanted.settings].filter(([name, value]) => now.settings.get(name) !== value).map(assignment),
    ...[...wanted.parameters].map(([name, value]) => assignment([`param_${name}`, value])),
  ];
  const use = now.database === wanted.database ? "" : `USE ${identifier(wanted.database)}; `;
  return assignments.length === 0 ? use : `SET ${assignments.join(", ")}; ${use}`;
}

function assignment([name, value]: readonly [string, string]): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw refusals.settingName(name);
  return `${name} = ${literal(value)}`;
}

const escapes: Record<string, string> = {
  "\\": "\\\\",
  "'": "\\'",
  "`": "\\`",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

function literal(value: string): string {
  return `'${value.replace(/[\\'\n\r\t\0]/g, (character) => escapes[character] ?? character)}'`;
}

function identifier(name: string): string {
  return `\`${name.replace(/[\\`\n\r\t\0]/g, (character) => escapes[character] ?? character)}\``;
}
