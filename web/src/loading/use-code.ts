import { useEffect, useState } from 'react';

/** Loads code when it is wanted: `undefined` until then, `null` if it could not be loaded. `load` must not change between renders. */
export function useCode<Code>(isWanted: boolean, load: () => Promise<Code>): Code | null | undefined {
  const [code, setCode] = useState<Code | null>();
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (loaded) => setCode(() => loaded),
      () => setCode(null),
    );
  }, [isWanted, load]);
  return isWanted ? code : undefined;
}
