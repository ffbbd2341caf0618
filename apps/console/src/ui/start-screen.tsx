import { VisuallyHidden } from "@mantine/core";
import { Logo } from "./logo.tsx";

/** Shown while the console starts. index.html shows the same before any script has run. */
export function StartScreen() {
  return (
    <div className="start-screen" role="status">
      <Logo size={40} />
      <VisuallyHidden>Loading…</VisuallyHidden>
    </div>
  );
}
