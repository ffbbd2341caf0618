import { Tabs } from "@mantine/core";
import type { AlertIntegration } from "@opsplane/contract";
import { Snippet } from "../ui/snippet.tsx";
import { setupOf } from "./setup.ts";

/** Shows how to configure the sender. */
export function SourceSetup({ source, credential }: { source: AlertIntegration; credential: string }) {
  const steps = setupOf(source.type, window.location.origin, credential);
  return (
    <Tabs defaultValue={steps[0]?.name ?? null}>
      <Tabs.List aria-label="Ways to configure it">
        {steps.map(({ name }) => (
          <Tabs.Tab key={name} value={name} px="sm">
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {steps.map(({ name, where, text }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Snippet where={where} text={text} what={`for ${name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
