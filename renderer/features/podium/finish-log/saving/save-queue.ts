import type { StoredText } from "#renderer/client/navigation/stored-text.ts";
import type { Failure, Result } from "#shared/result.ts";

export interface Saved<Item> {
  readonly item: Item;
  /** Length of the list in the core after this item was saved. */
  readonly count: number;
}

/** The state of a queue for the screen, in the order in which the items were added. */
export interface SaveQueueState<Item> {
  /** Not known to be saved. */
  readonly unsaved: readonly Item[];
  /** Saved, until the screen has them in an answer of the core (`forgetSaved`). */
  readonly saved: readonly Saved<Item>[];
  /** Set aside by a person after a permanent refusal: in no log, and not sent again. */
  readonly aside: readonly Item[];
  /** Why the last attempt failed; null after a success. */
  readonly failure: Failure | null;
  /** The failure is permanent: a person may set the refused items aside. */
  readonly isRefused: boolean;
}

export interface SaveQueueOptions<Item> {
  /** Storage of the unsaved items, so that a reload of the page loses nothing. */
  readonly kept: StoredText;
  /** Storage of the items that were set aside; kept when the window is closed. */
  readonly aside: StoredText;
  /** Whether a stored value is an item of this queue. */
  readonly isItem: (value: unknown) => value is Item;
  /** Maximum number of items in one command. */
  readonly batchSize: number;
  readonly newCommandId: () => string;
  /** Resolves with the length of the list in the core. */
  readonly send: (commandId: string, items: readonly Item[]) => Promise<Result<number>>;
  /** Runs something later; the returned function cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A queue of items for the core. An item is kept until the core has answered for it (J8). */
export interface SaveQueue<Item> {
  get(): SaveQueueState<Item>;
  onChange(listener: () => void): () => void;
  /**
   * Adds an item. With `final` the item is provisional: `final` resolves with the item as it will be saved, with the same
   * id. Until then the item keeps its place, and it and the items behind it wait. If `final` rejects, or the page is
   * loaded again, the item is sent as it was added.
   */
  add(item: Item, final?: Promise<Item>): void;
  /** Sends failed items again now. */
  tryNow(): void;
  /**
   * Sets the permanently refused items aside and sends the items behind them. While they are being sent once more, this
   * waits for the answer: items that are saved now are not set aside.
   */
  setAside(): void;
  /** Puts the items that were set aside back into the queue. */
  bringBack(): void;
  /** Drops the items that this window shows as set aside; items that another window set aside meanwhile are kept. */
  letGo(): void;
  /** Drops saved items that the screen shows. */
  forgetSaved(isShown: (saved: Saved<Item>) => boolean): void;
}

interface Batch<Item> {
  readonly commandId: string;
  readonly items: readonly Item[];
}

const firstRetryMs = 500;
const longestRetryMs = 5_000;

/**
 * Codes of temporary failures: the same command may succeed later. `internal` is none of them: an item that the program
 * fails on every time must not block the items behind it. The core adds an item id once, so it may be sent again.
 */
const temporary: ReadonlySet<string> = new Set(["transport-down", "not-saved", "closing"]);

/**
 * Sends one command at a time, in order. A batch that failed is sent again unchanged with the same command id, so that it
 * counts once even if the first attempt was saved. The items of a permanently refused batch are sent one by one, so that
 * one refused item does not block the others.
 */
export function createSaveQueue<Item extends { readonly id: string }>(
  options: SaveQueueOptions<Item>,
): SaveQueue<Item> {
  const listeners = new Set<() => void>();
  const batches = createBatches(options);
  const aside = createAside(options);
  const sender = createSender(options, batches, changed);
  const { flush } = sender;
  let state = readState();

  function readState(): SaveQueueState<Item> {
    const unsaved = [...(batches.current?.items ?? []), ...batches.waiting];
    const { saved, failure } = sender;
    return { unsaved, saved, aside: aside.shown, failure, isRefused: sender.isRefused };
  }

  function changed(): void {
    state = readState();
    for (const listener of listeners) listener();
  }

  void flush();
  return {
    get: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(item, final) {
      batches.append(item, final !== undefined);
      changed();
      if (sender.isFine) void flush();
      const settle = (settled: Item): void => {
        batches.settle(settled);
        changed();
        if (sender.isFine) void flush();
      };
      void final?.then(settle, () => settle(item));
    },
    tryNow: () => void flush(),
    setAside() {
      if (!sender.isRefused) return;
      sender.afterAnswer(() => {
        if (batches.current === null || !sender.isRefused) return;
        aside.write([...aside.all(), ...batches.current.items]);
        batches.drop();
        sender.startAgain();
      });
    },
    bringBack() {
      batches.prepend(aside.all());
      aside.write([]);
      changed();
      if (sender.isFine) void flush();
    },
    letGo() {
      const shown = new Set(aside.shown.map(({ id }) => id));
      aside.write(aside.all().filter(({ id }) => !shown.has(id)));
      changed();
    },
    forgetSaved(isShown) {
      if (sender.forgetSaved(isShown)) changed();
    },
  };
}

/** Sends one batch at a time, and repeats failed batches. */
function createSender<Item extends { readonly id: string }>(
  { send, after }: SaveQueueOptions<Item>,
  batches: ReturnType<typeof createBatches<Item>>,
  onChange: () => void,
) {
  let saved: readonly Saved<Item>[] = [];
  let failure: Failure | null = null;
  let isSending = false;
  let failures = 0;
  let cancelRetry: () => void = () => undefined;
  let runAfterAnswer: () => void = () => undefined;

  const startAgain = (): void => {
    cancelRetry();
    failure = null;
    failures = 0;
    onChange();
    void flush();
  };

  const flush = async (): Promise<void> => {
    if (isSending) return;
    const sent = batches.next();
    if (sent === null) return;
    cancelRetry();
    isSending = true;
    const reply = await send(sent.commandId, sent.items);
    isSending = false;
    if (reply.ok) {
      batches.drop();
      const count = reply.value;
      saved = [...saved, ...sent.items.map((item) => ({ item, count }))];
      startAgain();
    } else if (isRefusal(reply.error) && sent.items.length > 1) {
      batches.splitCurrent();
      void flush();
    } else {
      failure = reply.error;
      cancelRetry = after(
        Math.min(longestRetryMs, firstRetryMs * 2 ** failures),
        () => void flush(),
      );
      failures += 1;
      onChange();
    }
    const run = runAfterAnswer;
    runAfterAnswer = () => undefined;
    run();
  };

  return {
    get saved() {
      return saved;
    },
    get failure() {
      return failure;
    },
    /** The last attempt did not fail. */
    get isFine() {
      return failures === 0;
    },
    get isRefused() {
      return isRefusal(failure);
    },
    /** Runs this now, or after the answer if a batch is being sent. */
    afterAnswer(run: () => void) {
      if (isSending) runAfterAnswer = run;
      else run();
    },
    flush,
    startAgain,
    /** Returns whether an item was dropped. */
    forgetSaved(isShown: (saved: Saved<Item>) => boolean): boolean {
      const left = saved.filter((each) => !isShown(each));
      const hasDropped = left.length < saved.length;
      if (hasDropped) saved = left;
      return hasDropped;
    },
  };
}

/** The items that wait for the core, and the batch that is sent now. Every change is stored at once. */
function createBatches<Item extends { readonly id: string }>(options: SaveQueueOptions<Item>) {
  const { kept, batchSize, newCommandId } = options;
  let { batch, waiting } = restore(kept.read(), options.isItem);
  let oneByOne = 0;
  const provisionalIds = new Set<string>();

  const set = (nextBatch: Batch<Item> | null, nextWaiting: readonly Item[]): void => {
    batch = nextBatch;
    waiting = nextWaiting;
    const isEmpty = batch === null && waiting.length === 0;
    kept.write(isEmpty ? null : JSON.stringify({ batch, waiting }));
  };

  return {
    get current() {
      return batch;
    },
    get waiting() {
      return waiting;
    },
    append(item: Item, isProvisional: boolean) {
      if (isProvisional) provisionalIds.add(item.id);
      set(batch, [...waiting, item]);
    },
    settle(item: Item) {
      provisionalIds.delete(item.id);
      set(
        batch,
        waiting.map((each) => (each.id === item.id ? item : each)),
      );
    },
    prepend: (items: readonly Item[]) => set(batch, [...items, ...waiting]),
    /** The current batch, or a new one of the items before the first provisional one; null if there are none. */
    next(): Batch<Item> | null {
      if (batch !== null) return batch;
      const firstProvisional = waiting.findIndex(({ id }) => provisionalIds.has(id));
      const ready = firstProvisional < 0 ? waiting.length : firstProvisional;
      if (ready === 0) return null;
      const size = Math.min(ready, oneByOne > 0 ? 1 : batchSize);
      oneByOne = Math.max(0, oneByOne - 1);
      const made = { commandId: newCommandId(), items: waiting.slice(0, size) };
      set(made, waiting.slice(size));
      return made;
    },
    drop: () => set(null, waiting),
    /** Each item of the current batch is sent by itself. */
    splitCurrent() {
      const items = batch?.items ?? [];
      oneByOne = items.length;
      set(null, [...items, ...waiting]);
    },
  };
}

/** The items that were set aside. Another window of this browser may also set items aside. */
function createAside<Item>(options: SaveQueueOptions<Item>) {
  const read = (): readonly Item[] => restore(options.aside.read(), options.isItem).waiting;
  let shown = read();
  /** False: the browser did not store the last change, so what it has stored is older than what is shown. */
  let isStored = true;
  return {
    /** As shown in this window. */
    get shown() {
      return shown;
    },
    /** As stored; if storing failed, as shown in this window. */
    all: (): readonly Item[] => (isStored ? read() : shown),
    write(items: readonly Item[]): void {
      shown = items;
      const text = items.length === 0 ? null : JSON.stringify({ waiting: items });
      options.aside.write(text);
      isStored = options.aside.read() === text;
    },
  };
}

const isRefusal = (failure: Failure | null): boolean =>
  failure !== null && !temporary.has(failure.code);

/** Reads what was stored before a reload of the page; unreadable text is ignored. */
function restore<Item>(
  text: string | null,
  isItem: (value: unknown) => value is Item,
): { batch: Batch<Item> | null; waiting: readonly Item[] } {
  const nothing = { batch: null, waiting: [] };
  if (text === null) return nothing;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("waiting" in value)) return nothing;
    const waiting = readItems(value.waiting, isItem);
    const batch = "batch" in value ? value.batch : null;
    if (typeof batch !== "object" || batch === null || !("items" in batch)) {
      return { batch: null, waiting };
    }
    const items = readItems(batch.items, isItem);
    const commandId = "commandId" in batch ? batch.commandId : null;
    return typeof commandId === "string" && items.length > 0
      ? { batch: { commandId, items }, waiting }
      : { batch: null, waiting: [...items, ...waiting] };
  } catch {
    return nothing;
  }
}

const readItems = <Item>(value: unknown, isItem: (value: unknown) => value is Item): Item[] =>
  Array.isArray(value) ? value.filter((each) => isItem(each)) : [];
