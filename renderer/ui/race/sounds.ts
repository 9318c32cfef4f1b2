/** The sounds of a desk. They are played after the disk confirmed a save, never for typing. */
export type SoundName = "done" | "look" | "stop";

interface Note {
  /** Frequency at the start and at the end. */
  readonly fromHz: number;
  readonly toHz: number;
  readonly startMs: number;
  readonly lengthMs: number;
}

/** Done: one rising note, 90 ms. Look: two equal notes, 220 ms together. Stop: one low, 400 ms. */
export const soundNotes: Readonly<Record<SoundName, readonly Note[]>> = {
  done: [{ fromHz: 880, toHz: 1320, startMs: 0, lengthMs: 90 }],
  look: [
    { fromHz: 660, toHz: 660, startMs: 0, lengthMs: 90 },
    { fromHz: 660, toHz: 660, startMs: 130, lengthMs: 90 },
  ],
  stop: [{ fromHz: 165, toHz: 165, startMs: 0, lengthMs: 400 }],
};

const rampSeconds = 0.006;

let context: AudioContext | undefined;

/**
 * Plays a sound, which is synthesized, so that no file is needed.
 *
 * @param volume 0 (off) to 1.
 */
export function playSound(name: SoundName, volume: number): void {
  if (!(volume > 0) || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const startsAt = context.currentTime;
  for (const note of soundNotes[name]) {
    playNote(context, note, startsAt + note.startMs / 1000, Math.min(1, volume));
  }
}

function playNote(audio: AudioContext, note: Note, at: number, volume: number): void {
  const end = at + note.lengthMs / 1000;
  const tone = audio.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(note.fromHz, at);
  tone.frequency.linearRampToValueAtTime(note.toHz, end);
  const level = audio.createGain();
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(volume * 0.5, at + rampSeconds);
  level.gain.setValueAtTime(volume * 0.5, end - rampSeconds);
  level.gain.linearRampToValueAtTime(0, end);
  tone.connect(level).connect(audio.destination);
  tone.start(at);
  tone.stop(end);
}
