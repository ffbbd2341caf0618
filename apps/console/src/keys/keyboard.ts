export interface KeyBinding {
  /** One key (`n`, `Esc`, `?`) or a sequence (`g i`). */
  keys: string;
  label: string;
  group: string;
  run: () => void;
}

export type Keyboard = ReturnType<typeof createKeyboard>;

const everywhere = "Everywhere";
const sequencePauseMs = 1_200;

/** The keyboard shortcuts of the console. Pages register theirs, and the help lists them. */
export function createKeyboard() {
  const offers = new Set<() => readonly KeyBinding[]>();
  let typed = "";
  let typedAt = 0;

  /** A page's own key wins over the same global key, in any order of mounting. */
  function bindings(): KeyBinding[] {
    const offered = [...offers].reverse().flatMap((offer) => offer());
    const own = new Set(offered.filter(({ group }) => group !== everywhere).map(({ keys }) => keys));
    return offered.filter(({ keys, group }) => group !== everywhere || !own.has(keys));
  }

  function press(key: string, now: number): KeyBinding | "more" | undefined {
    const offered = bindings();
    const begun = typed !== "" && now - typedAt < sequencePauseMs ? `${typed} ${key}` : key;
    typed = "";
    for (const candidate of [begun, key]) {
      const found = offered.find((binding) => binding.keys === candidate);
      if (found) return found;
      if (offered.some((binding) => binding.keys.startsWith(`${candidate} `))) {
        typed = candidate;
        typedAt = now;
        return "more";
      }
    }
    return undefined;
  }

  function handle(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
    const hit = press(event.key === "Escape" ? "Esc" : event.key, event.timeStamp);
    if (!hit) return;
    event.preventDefault();
    if (hit !== "more") hit.run();
  }

  return {
    bindings,
    handle,
    offer(offer: () => readonly KeyBinding[]) {
      offers.add(offer);
      return () => void offers.delete(offer);
    },
  };
}

/** Fields, open dialogs and menus handle keys first, and a focused control handles Enter. */
function isBusy(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  if (
    target?.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]",
    )
  )
    return true;
  if (event.key === "Enter" && target?.closest("a, button, [role=button], input")) return true;
  return document.querySelector("[aria-modal=true]") !== null;
}
