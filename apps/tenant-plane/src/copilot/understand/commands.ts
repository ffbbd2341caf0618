const verbs = new Set(
  "create delete remove close resolve acknowledge ack reopen assign reassign restart reboot execute start stop kill deploy rollback drop approve reject cancel edit modify disable enable trigger escalate page notify send silence unsilence merge publish run update set add raise insert truncate grant revoke schedule".split(
    " ",
  ),
);
const polite = new Set(
  "please kindly can could would you to i want need like us we let ask go ahead and now then just ignore all previous instructions".split(
    " ",
  ),
);

/** A question that begins with a verb of change asks to do something. "update me" and "show" do not. */
export function commandOf(words: readonly string[]): string | undefined {
  const first = words.findIndex((word) => !polite.has(word));
  const word = words[first] ?? "";
  if (!verbs.has(word)) return undefined;
  const next = words[first + 1] ?? "";
  const isQuestion =
    (word === "update" && ["me", "on"].includes(next)) || (word === "run" && next === "") || next === "book";
  return isQuestion ? undefined : word;
}
