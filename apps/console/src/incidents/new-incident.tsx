import { useDisclosure } from "@mantine/hooks";
import { createContext, lazy, type ReactNode, Suspense, useContext } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";

const NewIncidentContext = createContext<() => void>(() => undefined);

const NewIncidentDialog = lazy(async () => ({
  default: (await import("./new-incident-dialog.tsx")).NewIncidentDialog,
}));

/** Lets any page, the palette and the key `n` open the same dialog, wherever one is. */
export function NewIncidentProvider({ children }: { children: ReactNode }) {
  const may = useCan()("incidents:write");
  const [opened, { open, close }] = useDisclosure(false);
  useKeys(may ? [{ keys: "n", label: "New incident", group: "Everywhere", run: open }] : []);
  return (
    <NewIncidentContext value={open}>
      {children}
      {opened && may ? (
        <Suspense>
          <NewIncidentDialog onClose={close} />
        </Suspense>
      ) : null}
    </NewIncidentContext>
  );
}

export function useNewIncident(): () => void {
  return useContext(NewIncidentContext);
}
