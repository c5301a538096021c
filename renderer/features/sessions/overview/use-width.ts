import { useEffect, useRef, useState, type RefObject } from 'react';

/** How wide an element is, as it changes; 0 before it is laid out. Unit: CSS pixels. */
export function useWidth<Shown extends Element>(): { ref: RefObject<Shown | null>; width: number } {
  const ref = useRef<Shown>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
