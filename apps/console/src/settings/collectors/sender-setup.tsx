import { Tabs } from "@mantine/core";
import { useProfile } from "../../session/context.tsx";
import { Copy } from "../../ui/trace-id.tsx";
import classes from "./sender-setup.module.css";
import { type Sender, sendersTo } from "./senders.ts";

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
          <Snippet sender={sender} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Snippet({ sender: { name, where, text } }: { sender: Sender }) {
  return (
    <>
      <p className={classes.where}>{where}.</p>
      <div className={classes.snippet}>
        <pre>{text}</pre>
        <Copy text={text} what={`for ${name}`} />
      </div>
    </>
  );
}
