import { refusals } from "./refusals.ts";

interface SessionState {
  database: string;
  settings: ReadonlyMap<string, string>;
}

/** The statements that change a session from its current state to the one that a request needs. */
export function sessionText(
  now: SessionState,
  wanted: SessionState & { parameters: ReadonlyMap<string, string> },
): string {
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
