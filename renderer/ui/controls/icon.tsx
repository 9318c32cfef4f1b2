import {
  ArrowDown,
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  ArrowUp,
  ArrowUpDown,
  CalendarDays,
  Camera,
  CameraOff,
  Check,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Cloud,
  Database,
  Download,
  Flashlight,
  FolderInput,
  GraduationCap,
  Hand,
  HardDrive,
  HardDriveDownload,
  Info,
  KeyRound,
  Languages,
  Link2,
  Loader,
  LogOut,
  Maximize,
  Megaphone,
  Minus,
  Moon,
  OctagonAlert,
  OctagonX,
  Pause,
  Pencil,
  Play,
  Plus,
  Printer,
  RefreshCw,
  RotateCw,
  ScanBarcode,
  Search,
  Send,
  Settings,
  ShieldCheck,
  Sun,
  Trash2,
  TriangleAlert,
  Trophy,
  Undo2,
  UserRound,
  UserRoundCheck,
  UserRoundPlus,
  UsersRound,
  Volume2,
  Wifi,
  WifiOff,
  X,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";

/** Icons by what they mean here, so that one meaning has one picture on every screen. */
const icons = {
  done: CircleCheck,
  look: TriangleAlert,
  stop: OctagonX,
  refused: OctagonAlert,
  unknown: CircleQuestionMark,
  info: Info,
  waiting: Clock,
  online: Wifi,
  offline: WifiOff,
  sending: RefreshCw,
  send: Send,
  copy: Database,
  key: KeyRound,
  person: UserRound,
  people: UsersRound,
  "check-in": UserRoundCheck,
  "walk-up": UserRoundPlus,
  podium: Trophy,
  events: CalendarDays,
  sync: ArrowUpDown,
  settings: Settings,
  search: Search,
  scan: ScanBarcode,
  camera: Camera,
  "no-camera": CameraOff,
  torch: Flashlight,
  clear: X,
  undo: Undo2,
  edit: Pencil,
  swap: ArrowLeftRight,
  hand: Hand,
  up: ArrowUp,
  down: ArrowDown,
  left: ArrowLeft,
  right: ArrowRight,
  open: ChevronDown,
  next: ChevronRight,
  retry: RotateCw,
  pause: Pause,
  resume: Play,
  print: Printer,
  download: Download,
  "not-here": Cloud,
  running: Loader,
  saved: HardDriveDownload,
  disk: HardDrive,
  practice: GraduationCap,
  safe: ShieldCheck,
  folder: FolderInput,
  language: Languages,
  announce: Megaphone,
  announcer: Maximize,
  groups: Link2,
  chosen: Check,
  none: Minus,
  add: Plus,
  remove: Trash2,
  leave: LogOut,
  light: Sun,
  dark: Moon,
  sound: Volume2,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof icons;

export interface IconProps {
  readonly name: IconName;
  /** Design pixels, 19 to 30 beside text. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Always beside a word, so it is hidden from screen readers; a lone icon sits in an IconButton. */
export function Icon({ name, size = 20, className }: IconProps) {
  const Drawing = icons[name];
  const length = `calc(${size} * var(--u))`;
  return (
    <Drawing
      aria-hidden="true"
      focusable="false"
      strokeWidth={2.25}
      className={className}
      style={{ width: length, height: length }}
    />
  );
}
