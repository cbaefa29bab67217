# Read by Orca at its start. Everything else is as Orca comes.
import orca.settings
from orca import event_manager

orca.settings.speechServerFactory = "speech_to_file"
orca.settings.speechFactoryModules = ["speech_to_file"]
orca.settings.enableBraille = False
orca.settings.enableSound = False

# Firefox is two applications on the accessibility bus: its own, and GTK's, which has the same windows without their pages.
# On a slow machine Orca 43 may hear of a window from GTK first. It then takes that one for the active window, finds no
# page in it, and says nothing of any live region. What GTK has to say, Firefox says too.
_ignore = event_manager.EventManager._ignore


def _ignore_gtk(self, event):
    try:
        # Its own application has the name of the product, `Firefox`, and GTK's that of the program.
        if event.host_application.name in ("firefox-esr", "firefox"):
            return True
    except Exception:
        # The application has gone: Orca knows what to do.
        pass
    return _ignore(self, event)


event_manager.EventManager._ignore = _ignore_gtk
