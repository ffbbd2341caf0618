/** Two planes, one over the other. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="4 4 24 24" fill="none" aria-hidden="true">
      <path d="M16 14.6 26 20l-10 5.4L6 20z" fill="var(--op-accent)" opacity="0.45" />
      <path d="M16 6.6 26 12l-10 5.4L6 12z" fill="var(--op-accent)" />
    </svg>
  );
}
