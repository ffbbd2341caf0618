import { Tabs } from "@mantine/core";
import { useProfile } from "../../session/context.tsx";
import { Snippet } from "../../ui/snippet.tsx";
import { sendersTo } from "./senders.ts";

/** Shows each kind of sender how to use the token. */
export function SenderSetup({ token }: { token: string }) {
  const { modules } = useProfile();
  const senders = sendersTo(window.location.origin, token).filter(({ module }) => modules.includes(module));
  return (
    <Tabs defaultValue={senders[0]?.name ?? null}>
      <Tabs.List aria-label="Senders">
        {senders.map(({ name }) => (
          <Tabs.Tab key={name} value={name} px="sm">
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {senders.map((sender) => (
        <Tabs.Panel key={sender.name} value={sender.name} pt="sm">
          <Snippet where={sender.where} text={sender.text} what={`for ${sender.name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
