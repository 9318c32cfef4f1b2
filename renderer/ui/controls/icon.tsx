import * as lucide from "lucide-react";

/** The icons by their meaning, so that one meaning has one picture on every screen. */
const icons = {
  done: lucide.CircleCheck,
  look: lucide.TriangleAlert,
  stop: lucide.OctagonX,
  refused: lucide.OctagonAlert,
  unknown: lucide.CircleQuestionMark,
  info: lucide.Info,
  waiting: lucide.Clock,
  online: lucide.Wifi,
  offline: lucide.WifiOff,
  sending: lucide.RefreshCw,
  send: lucide.Send,
  copy: lucide.Database,
  key: lucide.KeyRound,
  person: lucide.UserRound,
  people: lucide.UsersRound,
  "check-in": lucide.UserRoundCheck,
  "walk-up": lucide.UserRoundPlus,
  podium: lucide.Trophy,
  events: lucide.CalendarDays,
  sync: lucide.ArrowUpDown,
  settings: lucide.Settings,
  search: lucide.Search,
  scan: lucide.ScanBarcode,
  camera: lucide.Camera,
  "no-camera": lucide.CameraOff,
  torch: lucide.Flashlight,
  clear: lucide.X,
  undo: lucide.Undo2,
  edit: lucide.Pencil,
  swap: lucide.ArrowLeftRight,
  hand: lucide.Hand,
  up: lucide.ArrowUp,
  down: lucide.ArrowDown,
  left: lucide.ArrowLeft,
  right: lucide.ArrowRight,
  open: lucide.ChevronDown,
  next: lucide.ChevronRight,
  retry: lucide.RotateCw,
  pause: lucide.Pause,
  resume: lucide.Play,
  print: lucide.Printer,
  download: lucide.Download,
  "not-here": lucide.Cloud,
  running: lucide.Loader,
  saved: lucide.HardDriveDownload,
  disk: lucide.HardDrive,
  practice: lucide.GraduationCap,
  safe: lucide.ShieldCheck,
  folder: lucide.FolderInput,
  language: lucide.Languages,
  announce: lucide.Megaphone,
  announcer: lucide.Maximize,
  groups: lucide.Link2,
  chosen: lucide.Check,
  none: lucide.Minus,
  add: lucide.Plus,
  remove: lucide.Trash2,
  leave: lucide.LogOut,
  light: lucide.Sun,
  dark: lucide.Moon,
  sound: lucide.Volume2,
} satisfies Record<string, lucide.LucideIcon>;

export type IconName = keyof typeof icons;

export interface IconProps {
  readonly name: IconName;
  /** Design pixels; 19 to 30 beside text. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Hidden from screen readers, because a word always stands beside it. A button with only an icon is an IconButton. */
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
