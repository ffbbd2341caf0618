import { Button, Switch } from "@mantine/core";
import type { NotificationChannel } from "@opsplane/contract";
import { IconBellRinging, IconVolume } from "@tabler/icons-react";
import { useCan } from "../../session/context.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useRemoveChannel, useSendTest } from "../channels/queries.ts";
import { TestButton, TestResult } from "../channels/test-button.tsx";
import { useRingHere, useThisBrowser } from "./queries.ts";
import { useMuted } from "./ringer.tsx";
import { playOnce } from "./sound.ts";
import type { ThisBrowser } from "./this-browser.ts";
import classes from "./this-browser-panel.module.css";

/** Whether pages ring in this browser: by web push, and by sound while a console is open. */
export function ThisBrowserPanel({ mine }: { mine: readonly NotificationChannel[] }) {
  const browser = useThisBrowser();
  return (
    <Panel title="This browser">
      <div className={classes.settings}>
        <QueryFace query={browser} loading={<span className="dim">Loading…</span>}>
          {(found) => <PushSetting browser={found} mine={mine} />}
        </QueryFace>
        <SoundSetting />
      </div>
    </Panel>
  );
}

function PushSetting({ browser, mine }: { browser: ThisBrowser; mine: readonly NotificationChannel[] }) {
  const { support, permission, fingerprint } = browser;
  const channel = fingerprint ? mine.find(({ config }) => config.fingerprint === fingerprint) : undefined;
  if (support !== "yes" || permission === "denied")
    return <p className={classes.state}>{refusals[support === "yes" ? "denied" : support]}</p>;
  if (!channel || channel.gone_at) return <RingButton gone={channel} />;
  return <Subscribed channel={channel} />;
}

const stillRings = "A console that is open still rings: with a sound and in the title of its tab.";
const refusals = {
  insecure: `Browsers allow notifications only on https addresses. ${stillRings}`,
  no: `This browser has no web push. On an iPhone or iPad, add Opsplane to the home screen first. ${stillRings}`,
  denied: `Notifications of this site are blocked in this browser. Allow them with the icon beside the address, then reload. ${stillRings}`,
};

function RingButton({ gone }: { gone: NotificationChannel | undefined }) {
  const mayWrite = useCan()("oncall:write");
  const ring = useRingHere(gone);
  return (
    <>
      <p className={gone ? classes.gone : classes.state}>
        {gone
          ? "The push service no longer knows this browser, so pages do not reach it. Renew the subscription."
          : "Pages do not reach this browser while no console is open. Web push needs no account: the browser asks for your permission."}
      </p>
      {mayWrite ? (
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconBellRinging size={14} />}
            loading={ring.isPending}
            onClick={() => ring.mutate()}
          >
            {gone ? "Renew" : "Ring in this browser"}
          </Button>
        </div>
      ) : (
        <p className={classes.state}>Channels need the permission oncall:write.</p>
      )}
      {ring.data === "unreachable" ? (
        <p className={classes.gone} role="alert">
          This browser can't reach its push service, so it can't subscribe. {stillRings}
        </p>
      ) : null}
    </>
  );
}

function Subscribed({ channel }: { channel: NotificationChannel }) {
  const mayWrite = useCan()("oncall:write");
  const test = useSendTest(channel.id);
  const remove = useRemoveChannel();
  return (
    <>
      <p className={classes.state}>
        {channel.enabled
          ? `Pages ring in this browser as ${channel.name}, also while no console is open.`
          : `This browser is your channel ${channel.name}, which is disabled.`}
      </p>
      {mayWrite ? (
        <div className={classes.buttons}>
          <TestButton channel={{ name: "this browser" }} test={test} />
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate(channel.id)}
          >
            Turn off
          </Button>
        </div>
      ) : null}
      {test.data ? <TestResult key={test.data.id} channelId={channel.id} delivery={test.data} /> : null}
    </>
  );
}

function SoundSetting() {
  const { muted, setMuted } = useMuted();
  return (
    <div className={classes.sound}>
      <Switch
        label="Sound"
        description="A console that is open rings for a minute, until you look at it or someone acknowledges."
        checked={!muted}
        onChange={(event) => setMuted(!event.currentTarget.checked)}
      />
      <Button size="compact-sm" variant="default" leftSection={<IconVolume size={14} />} onClick={playOnce}>
        Play sound
      </Button>
    </div>
  );
}
