import { Switch } from "@mantine/core";
import type { AlertPolicy } from "@opsplane/contract";
import { useCan } from "../../session/context.tsx";
import { useEnablePolicy } from "./queries.ts";

interface EnabledSwitchProps {
  policy: Pick<AlertPolicy, "id" | "name" | "enabled">;
  label?: string;
}

export function EnabledSwitch({ policy: { id, name, enabled }, label }: EnabledSwitchProps) {
  const enable = useEnablePolicy();
  const mayWrite = useCan()("alerts:write");
  return (
    <Switch
      size="xs"
      {...(label ? { label } : { "aria-label": `Enable ${name}` })}
      disabled={!mayWrite || enable.isPending}
      checked={enable.isPending ? !enabled : enabled}
      onChange={() => enable.mutate({ id, enabled: !enabled })}
    />
  );
}
