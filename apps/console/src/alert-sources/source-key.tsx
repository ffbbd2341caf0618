import { SecretOnce } from "../ui/secret-once.tsx";
import type { KeyedSource } from "./queries.ts";
import { SourceSetup } from "./source-setup.tsx";

/** The key of a source, once, with what to configure at the sender. */
export function SourceKey({ source, onClose }: { source: KeyedSource | undefined; onClose: () => void }) {
  return (
    <SecretOnce
      title={`Key of ${source?.name ?? ""}`}
      label="Key"
      secret={source?.key}
      onClose={onClose}
      use={source ? <SourceSetup source={source} credential={source.key} /> : null}
    />
  );
}
