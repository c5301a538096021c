import { useEffect, useState } from 'react';

/** Whether a value has stayed the same for that long. */
export function useRested(value: string, milliseconds: number): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested === value;
}
