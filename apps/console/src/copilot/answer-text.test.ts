import { expect, test } from "vitest";
import { withoutOtherLinks } from "./answer-text.tsx";

const citations = [{ id: "C1", kind: "incident", title: "INC-1", link: "/incidents/INC-1" }];

test("only links that the answer cites stay links", () => {
  expect(withoutOtherLinks("See [INC-1](/incidents/INC-1).", citations)).toBe("See [INC-1](/incidents/INC-1).");
  expect(withoutOtherLinks("See [INC-1](https://evil.example).", citations)).toBe("See INC-1.");
  expect(withoutOtherLinks("See [INC-1][b].\n\n[b]: /&#47;evil.example", citations)).toBe(
    "See [INC-1][b].\n\n[b] : /&#47;evil.example",
  );
  expect(withoutOtherLinks("A title \\[C1\\](x)", citations)).toBe("A title \\[C1\\](x)");
});
