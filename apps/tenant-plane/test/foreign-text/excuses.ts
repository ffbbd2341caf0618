/** Why expressions whose shape can be slow are fine. Each is named by its file and its beginning. */
const excuses: readonly (readonly [
  reason: string,
  ...uses: readonly (readonly [path: string, beginning: string])[],
])[] = [
  [
    "An address has at most 2,000 characters, or is a setting of the operator.",
    ["apps/control-plane/src/deployments/handlers.ts", "\\/+$"],
    ["apps/control-plane/src/rollouts/upgrade.ts", "\\/+$"],
    ["apps/tenant-plane/src/ai/settings.ts", "\\/+$"],
    ["apps/tenant-plane/src/licensing/phone-home.ts", "\\/+$"],
    ["apps/tenant-plane/src/licensing/statements.ts", "\\/+$"],
    ["apps/tenant-plane/src/oncall/channels/send.ts", "\\/+$"],
  ],
  [
    "A question has at most 2,000 characters.",
    ["apps/tenant-plane/src/copilot/answers/telemetry.ts", "^[a-z][\\w]*[._:]"],
    ["apps/tenant-plane/src/copilot/understand/text.ts", "^[^\\p{L}\\p{N}#]+"],
    ["apps/tenant-plane/src/copilot/understand/text.ts", "[,;!?/]+(?=\\p{L})"],
  ],
  ["The text is cut to some hundred characters before.", ["apps/tenant-plane/src/records/shortened.ts", "\\s+\\S*$"]],
  ["The text is cut to 6,000 characters before.", ["apps/tenant-plane/src/reports/narrator.ts", "\\n\\s*\\n"]],
  ["Only valid IPv6 addresses get here.", ["apps/tenant-plane/src/telemetry/decode/address.ts", "(\\d+)\\."]],
  [
    "A line has at most 2,000 characters. One takes at most some milliseconds, and others go first between two lines.",
    ["apps/tenant-plane/src/telemetry/logs/pattern-query.ts", "^[^\\p{L}]+"],
    ["packages/rca/src/templates/form.ts", "^[^\\p{L}]+"],
    ["packages/rca/src/templates/json-message.ts", '"(?:@?message'],
    ["packages/rca/src/templates/scan.ts", "\\b[a-zA-Z][a-zA-Z0+.-]*"],
    ["packages/rca/src/templates/scan.ts", "[\\w.+-]+@"],
    ["packages/rca/src/templates/scan.ts", "\\b(?:[0a-fA-F]{1,4}:){3,}"],
    ["packages/rca/src/templates/scan.ts", "[[({]\\s*(?:"],
    ["packages/rca/src/templates/scan.ts", "(?<![\\w.-])(?:[\\w.-]+\\/)"],
  ],
  ["A word has at most 80 characters.", ["packages/rca/src/templates/words.ts", "^[-+~]?(?:0[.,_]?"]],
  [
    "A part fails only at a blank, which separates the turns of the repetition.",
    ["packages/automation/src/destructive.ts", "^rm (?:\\S+ )*"],
    ["packages/automation/src/destructive.ts", "^rabbitmqctl (?:\\S+ )*"],
  ],
  [
    "Base64 has at most two of these signs, at its end.",
    ["packages/automation/src/masking.ts", "=+$"],
    ["packages/runtime/src/ssh/host-key.ts", "=+$"],
  ],
  [
    "Runs of this sign are one sign already.",
    ["packages/automation/src/runbook-content.ts", "^[_0-9]+|_+$"],
    ["packages/automation/src/runbook-content.ts", "_+$"],
  ],
  [
    "It begins once after each word print, and what may follow the bar is looked at once.",
    ["packages/automation/src/shell-code.ts", "\\bsystem\\s*\\("],
  ],
  ["A script of sed has at most 2,000 characters.", ["packages/automation/src/shell-code.ts", "(?:^|[;{}\\n])[ \\t]*"]],
  ["It tests one option, and few of them are long.", ["packages/automation/src/shell-dashes.ts", "^--(?:force"]],
  ["The text is cut to 100 characters before.", ["packages/automation/src/shell-rules.ts", "[A-Za-z_]\\w*$"]],
  [
    "The last part may be missing or is the end of the text, so nothing fails. The statements are the server's.",
    ["packages/embedded/src/clickhouse/lexer.ts", "'(?:"],
    ["packages/embedded/src/clickhouse/lexer.ts", '"(?:'],
    ["packages/embedded/src/clickhouse/lexer.ts", "`(?:"],
    ["packages/embedded/src/clickhouse/lexer.ts", "\\xe2\\x80\\x98"],
    ["packages/embedded/src/clickhouse/lexer.ts", "\\xe2\\x80\\x9c"],
    ["packages/embedded/src/clickhouse/lexer.ts", "\\$(?<tag>"],
    ["packages/embedded/src/clickhouse/lexer.ts", "--[^\\n]*"],
  ],
  ["A pattern has at most some thousand characters.", ["packages/patterns/src/index.ts", "\\\\.|\\[\\^?"]],
  ["The text is a file of the installation.", ["packages/runtime/src/clickhouse/cluster.ts", "\\{\\{(\\w+)"]],
  [
    "The text is a name of ours.",
    ["packages/runtime/src/clickhouse/native-reader.ts", "\\(.*$"],
    ["packages/runtime/src/http/references.ts", "_tenant_id_"],
  ],
  ["The text is an argument of the caller's own process.", ["apps/cli/src/command.ts", "(ey[\\w-]+)\\."]],
  [
    "It runs in the browser of the person who types the text.",
    ["apps/console/src/metrics/lines.ts", '(?:"(?:'],
    ["apps/console/src/oncall/channels/channel-draft.ts", "^\\S+@\\S+$"],
    ["apps/console/src/portal/billing/payment-panel.tsx", "^\\S+@\\S+"],
    ["apps/console/src/portal/customers/edit-customer-button.tsx", "^\\S+@\\S+"],
    ["apps/console/src/portal/customers/new-customer-dialog.tsx", "^\\S+@\\S+"],
    ["apps/console/src/portal/welcome/sign-up-page.tsx", "^\\S+@\\S+"],
    ["apps/console/src/portal/welcome/slug.ts", "-+$"],
    ["apps/console/src/reports/report/addresses.ts", "^[^\\s@,;]+@"],
    ["apps/console/src/reports/report/addresses.ts", "<([^>]+)>"],
    ["apps/console/src/sign-in/login-page.tsx", "^\\S+@\\S+$"],
    ["apps/console/src/traces/search/typed-filter.ts", "^([^=!<>\\s]"],
    ["apps/console/src/ui/invite-dialog.tsx", "^\\S+@\\S+"],
  ],
  [
    "It runs in the browser of the reader, on the description of a catalog item.",
    ["apps/console/src/catalog/words.ts", "!?\\[([^\\]]*)\\]"],
  ],
];

const uses = excuses.flatMap(([reason, ...of]) => of.map(([path, beginning]) => ({ reason, path, beginning })));

export function reasonFor(path: string, pattern: string): string | undefined {
  return uses.find((use) => use.path === path && pattern.startsWith(use.beginning))?.reason;
}

/** Excuses of expressions that are gone or fine now. */
export function unusedExcuses(slow: readonly { path: string; pattern: string }[]): string[] {
  return uses
    .filter((use) => !slow.some(({ path, pattern }) => path === use.path && pattern.startsWith(use.beginning)))
    .map(({ path, beginning }) => `${path} /${beginning}`);
}
