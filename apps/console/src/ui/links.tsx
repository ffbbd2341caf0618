import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type AsAnchor<P> = P & Omit<ComponentPropsWithRef<"a">, keyof P>;

/** As large as the text around it, unless a size is given. */
export const TextLink = createLink(function TextLink(props: AsAnchor<AnchorProps>) {
  return <Anchor inherit={props.size === undefined} {...props} />;
});

export const ButtonLink = createLink(function ButtonLink(props: AsAnchor<ButtonProps>) {
  return <Button component="a" {...props} />;
});

export const PlainLink = createLink(function PlainLink(props: ComponentPropsWithRef<"a">) {
  return <a {...props} />;
});
