import { ActionIcon, Button } from "@mantine/core";
import type { NotificationChannel } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { spanWords } from "../../ui/duration-field.tsx";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { useDeletion } from "../../ui/row-actions.tsx";
import { Tag } from "../../ui/tag.tsx";
import { moved } from "../editor/schedule-draft.ts";
import { MoveTools } from "../move-tools.tsx";
import { ChannelIcon, channelTypeWords, placeText } from "./channel-words.tsx";
import classes from "./channels.module.css";
import { useOrderChannels, useRemoveChannel, useSendTest } from "./queries.ts";
import { TestButton, TestResult } from "./test-button.tsx";

interface ChannelListProps {
  label: string;
  channels: readonly NotificationChannel[];
  /** A person's channels are used in their order. */
  isOrdered: boolean;
  onEdit: (id: string) => void;
  onDeliveries: (id: string) => void;
}

export function ChannelList({ label, channels, isOrdered, onEdit, onDeliveries }: ChannelListProps) {
  const order = useOrderChannels();
  const remove = useRemoveChannel();
  const deletion = useDeletion<NotificationChannel>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Messages that still wait are not sent. A channel that an escalation policy uses can't be deleted.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  const mayMove = useCan()("oncall:write") && isOrdered && channels.length > 1;
  return (
    <>
      <ol className={classes.channels} aria-label={label}>
        {channels.map((channel, index) => {
          const move = (step: 1 | -1) => keepFocus(() => order.mutate(moved(channels, index, step)));
          return (
            <li
              key={channel.id}
              className={classes.channel}
              onKeyDown={(event) => (mayMove ? altArrow(event, move) : undefined)}
            >
              <ChannelLine
                channel={channel}
                number={isOrdered ? index + 1 : undefined}
                onEdit={() => onEdit(channel.id)}
                onDeliveries={() => onDeliveries(channel.id)}
                onDelete={() => deletion.ask(channel)}
              >
                {mayMove ? (
                  <MoveTools
                    name={channel.name}
                    isFirst={index === 0 || order.isPending}
                    isLast={index === channels.length - 1 || order.isPending}
                    onMove={move}
                  />
                ) : null}
              </ChannelLine>
            </li>
          );
        })}
      </ol>
      {deletion.dialog}
    </>
  );
}

interface ChannelLineProps {
  channel: NotificationChannel;
  number: number | undefined;
  onEdit: () => void;
  onDeliveries: () => void;
  onDelete: () => void;
  children: ReactNode;
}

function ChannelLine({ channel, number, onEdit, onDeliveries, onDelete, children }: ChannelLineProps) {
  const mayWrite = useCan()("oncall:write");
  const test = useSendTest(channel.id);
  const { name, type, delay_seconds, enabled, user_id } = channel;
  return (
    <>
      <span className={classes.mark}>
        {number === undefined ? null : <span className="dim">{number}</span>}
        <ChannelIcon type={type} />
      </span>
      <div className={classes.text}>
        <div className={classes.name}>
          <b>{name}</b>
          {enabled ? null : <Tag>disabled</Tag>}
        </div>
        <div className={classes.sub}>
          {channelTypeWords[type]} · <span className="mono">{placeText(channel)}</span>
        </div>
        <div className={classes.sub}>
          {user_id === null ? null : <>{delay_seconds === 0 ? "At once" : `After ${spanWords(delay_seconds)}`} · </>}
          <LastDelivery channel={channel} />
        </div>
        {enabled && channel.problem ? <div className={classes.failed}>Cannot deliver: {channel.problem}</div> : null}
        {test.data ? <TestResult key={test.data.id} channelId={channel.id} delivery={test.data} /> : null}
      </div>
      <div className={classes.buttons}>
        {children}
        {mayWrite ? <TestButton channel={channel} test={test} /> : null}
        <Button size="compact-sm" variant="default" aria-label={`Deliveries of ${name}`} onClick={onDeliveries}>
          Deliveries
        </Button>
        {mayWrite ? (
          <>
            <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={onDelete}>
              <IconTrash size={15} />
            </ActionIcon>
          </>
        ) : null}
      </div>
    </>
  );
}

function LastDelivery({ channel }: { channel: NotificationChannel }) {
  const { last_delivery_at, last_delivery_status, last_error, problem } = channel;
  if (!last_delivery_at) return <>Nothing sent yet</>;
  return last_delivery_status === "failed" ? (
    <span className={classes.failed}>
      Last message failed <TimeText at={last_delivery_at} />
      {last_error && !problem ? `: ${last_error}` : null}
    </span>
  ) : (
    <>
      Last message delivered <TimeText at={last_delivery_at} />
    </>
  );
}
