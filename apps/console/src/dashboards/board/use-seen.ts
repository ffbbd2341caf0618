import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element has been near the visible part of the page. What is far below loads when someone scrolls to it. */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "300px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
