import { expect, test } from "vitest";
import { teamsBody } from "./forms.ts";

test("a title cannot become a link or a style in Teams", () => {
  const content = {
    title: "[Reset your password](https://evil.example) **now**",
    text: "<at>everyone</at> `x` _y_",
    facts: [["Item", "[a](https://evil.example)"]] as [string, string][],
  };
  const [{ content: card }] = JSON.parse(
    teamsBody({ content, url: "https://ops.example/x" } as unknown as Parameters<typeof teamsBody>[0]),
  ).attachments;
  const [title, text, facts] = card.body;
  expect(title.text).toBe("\\[Reset your password\\]\\(https://evil.example\\) \\*\\*now\\*\\*");
  expect(text.text).toBe("\\<at\\>everyone\\</at\\> \\`x\\` \\_y\\_");
  expect(facts.facts).toEqual([{ title: "Item", value: "\\[a\\]\\(https://evil.example\\)" }]);
});
