import { type ReactNode, useState } from "react";
import { useCan } from "../../session/context.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { NewSilenceContext, type SilenceStart } from "./new-silence.ts";

const SilenceDialog = lazyDialog(() => import("./silence-dialog.tsx"), "SilenceDialog");

/** Lets any page and the palette open the same dialog. */
export function SilenceProvider({ children }: { children: ReactNode }) {
  const mayWrite = useCan()("alerts:write");
  const [start, setStart] = useState<SilenceStart>();
  return (
    <NewSilenceContext value={setStart}>
      {children}
      {start && mayWrite ? (
        <SilenceDialog silence={undefined} start={start} onClose={() => setStart(undefined)} />
      ) : null}
    </NewSilenceContext>
  );
}
