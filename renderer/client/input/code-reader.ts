import type { ReaderAnswer, ReaderQuestion } from "./code-reader-worker.ts";

/** Reads the codes of one picture after the other. */
export interface CodeReader {
  /**
   * What the codes say, nearest to the middle of the picture first; none where there is no picture yet.
   * Null: the reader is gone.
   */
  read(video: HTMLVideoElement): Promise<readonly string[] | null>;
}

/** The longer side of what is read; a larger picture is made smaller first. */
const longestSide = 1280;

/**
 * The reader, the same everywhere: what one desk's browser reads, every other reads as well. It is more than a megabyte
 * that most desks never need, so it comes when a camera is first opened, and stays for the next runner.
 *
 * @returns null where it did not load; asked again, it tries again.
 */
export async function openCodeReader(): Promise<CodeReader | null> {
  line ??= openLine();
  const mine = line;
  if ((await mine.ask(null)) === null) return null;
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return {
    async read(video) {
      const { videoWidth, videoHeight } = video;
      if (drawing === null || videoWidth === 0 || videoHeight === 0) return [];
      const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
      const width = Math.round(videoWidth * scale);
      const height = Math.round(videoHeight * scale);
      // To set a size empties the canvas and makes a new one.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      drawing.drawImage(video, 0, 0, width, height);
      return mine.ask(drawing.getImageData(0, 0, width, height));
    },
  };
}

/** To the worker that reads: one picture takes longer than the page may stand still. */
interface ReaderLine {
  ask(picture: ImageData | null): Promise<ReaderAnswer["codes"]>;
}

let line: ReaderLine | null = null;

function openLine(): ReaderLine {
  const worker = new Worker(new URL("./code-reader-worker.ts", import.meta.url), {
    type: "module",
  });
  const waiting = new Map<number, (codes: ReaderAnswer["codes"]) => void>();
  let asked = 0;
  let isGone = false;

  function giveUp(): void {
    isGone = true;
    line = null;
    worker.terminate();
    for (const tell of waiting.values()) tell(null);
    waiting.clear();
  }

  worker.addEventListener("message", ({ data }: MessageEvent<ReaderAnswer>) => {
    if (data.codes === null) return giveUp();
    waiting.get(data.id)?.(data.codes);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", giveUp);

  return {
    ask(picture) {
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
