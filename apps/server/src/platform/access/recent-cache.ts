/** A small cache; the entry stored longest ago is evicted first. */
export interface RecentCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

export const makeRecentCache = <Key, Value>(maxSize: number): RecentCache<Key, Value> => {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxSize) entries.delete(entries.keys().next().value as Key);
    },
    delete: (key) => entries.delete(key),
  };
};
