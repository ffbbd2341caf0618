import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { createKeyboard, type KeyBinding, type Keyboard } from "./keyboard.ts";

const KeyboardContext = createContext<Keyboard | undefined>(undefined);

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(createKeyboard);
  useEffect(() => {
    window.addEventListener("keydown", keyboard.handle);
    return () => window.removeEventListener("keydown", keyboard.handle);
  }, [keyboard]);
  return <KeyboardContext value={keyboard}>{children}</KeyboardContext>;
}

export function useKeyboard(): Keyboard {
  const keyboard = useContext(KeyboardContext);
  if (!keyboard) throw new Error("useKeyboard needs a KeyboardProvider above it.");
  return keyboard;
}

/** Registers these keys while the component is mounted. A later (deeper) registration wins. */
export function useKeys(bindings: readonly KeyBinding[]) {
  const keyboard = useKeyboard();
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => keyboard.offer(() => latest.current), [keyboard]);
}
