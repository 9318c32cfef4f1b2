import type { ReaderAnswer, ReaderQuestion } from "./code-reader-worker.ts";

/** Reads the codes in the pictures of a video. */
export interface CodeReader {
  /** The codes, nearest to the middle of the picture first; empty before the first picture. Null: the reader has failed. */
  read(video: HTMLVideoElement): Promise<readonly string[] | null>;
}

/** Pixels of the longer side; a larger picture is scaled down before it is read. */
const longestSide = 1280;

/**
 * Opens the bundled reader, so that every browser reads the same codes. It has more than a megabyte that most desks never
 * need, so it loads when a camera is first opened, and stays loaded.
 *
 * @returns null if it did not load; the next call tries again.
 */
export async function openCodeReader(): Promise<CodeReader | null> {
  const channel = (open ??= openWorker());
  if ((await channel.ask(null)) === null) return null;
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return {
    async read(video) {
      const { videoWidth, videoHeight } = video;
      if (drawing === null || videoWidth === 0 || videoHeight === 0) return [];
      const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
      const width = Math.round(videoWidth * scale);
      const height = Math.round(videoHeight * scale);
      // Setting a size clears the canvas, even to the same size.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      drawing.drawImage(video, 0, 0, width, height);
      return channel.ask(drawing.getImageData(0, 0, width, height));
    },
  };
}

let open: WorkerChannel | null = null;

/** The channel to the worker. Reading a picture takes too long for the page's own thread. */
function openWorker() {
  const worker = new Worker(new URL("./code-reader-worker.ts", import.meta.url), {
    type: "module",
  });
  const waiting = new Map<number, (codes: ReaderAnswer["codes"]) => void>();
  let asked = 0;
  let isGone = false;

  function giveUp(): void {
    isGone = true;
    open = null;
    worker.terminate();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  }

  worker.addEventListener("message", ({ data }: MessageEvent<ReaderAnswer>) => {
    if (data.codes === null) return giveUp();
    waiting.get(data.id)?.(data.codes);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", giveUp);

  return {
    ask(picture: ImageData | null): Promise<ReaderAnswer["codes"]> {
      if (isGone) return Promise.resolve(null);
      asked += 1;
      const question: ReaderQuestion = { id: asked, picture };
      return new Promise((resolve) => {
        waiting.set(question.id, resolve);
        worker.postMessage(question, picture === null ? [] : [picture.data.buffer]);
      });
    },
  };
}

type WorkerChannel = ReturnType<typeof openWorker>;
