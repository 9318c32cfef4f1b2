import type { Act } from "./desk-acts.ts";
import { createDeskActs } from "./desk-acts.ts";
import { createQueueActs } from "./queue-acts.ts";
import type { World } from "./world.ts";
import { createWorldActs } from "./world-acts.ts";

/** How often each thing happens. */
const weights = {
  checkIn: 22,
  checkInFamily: 3,
  undoCheckIn: 6,
  undoLast: 3,
  giveBib: 8,
  swapBibs: 4,
  registerWalkUp: 18,
  editWalkUp: 5,
  takeBackWalkUp: 4,
  declareSegment: 2,
  enterPodium: 5,
  announcePodium: 2,
  undoPodium: 1,
  stampFinish: 4,
  typeFinisher: 4,
  undoFinish: 1,
  startGun: 1,
  createEvent: 4,
  takeBackEvent: 1,
  correctEvent: 1,
  download: 5,
  cancelDownload: 1,
  refreshEvents: 2,
  pause: 1,
  resume: 3,
  tryAll: 2,
  tryOne: 3,
  setAside: 2,
  requeue: 2,
  sendAgain: 2,
  correctWalkUp: 3,
  decide: 6,
  changeKey: 1,
  typeWrongKey: 0.5,
  restoreKey: 1,
  makeBackup: 0.5,
  repeatLost: 8,
  changeWeather: 9,
  clearUp: 4,
  passMoment: 12,
  passWhile: 12,
  passLong: 6,
  setClock: 2,
  kill: 0.5,
  armCrash: 2,
  restart: 0.7,
  night: 0.4,
  restartServer: 1,
  revokeKey: 0.3,
  editRow: 3,
  removeRow: 1,
  addRow: 1,
  closeRun: 1,
} as const;

export type ActName = keyof typeof weights;

export interface Acts {
  draw(): ActName;
  perform(name: ActName): Promise<void>;
}

export function createActs(
  world: World,
  eventIds: readonly string[],
  onServerChange: () => void,
): Acts {
  const draws = world.draws.split("acts");
  const acts: Readonly<Record<ActName, Act>> = {
    ...createDeskActs(world, draws),
    ...createQueueActs(world, draws, eventIds),
    ...createWorldActs(world, draws, onServerChange),
  };
  return {
    draw: () => draws.weigh<ActName>(weights),
    async perform(name) {
      await acts[name]();
    },
  };
}
