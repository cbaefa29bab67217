# Read by Orca at its start. Everything else is as Orca comes.
import orca.settings

orca.settings.speechServerFactory = "speech_to_file"
orca.settings.speechFactoryModules = ["speech_to_file"]
orca.settings.enableBraille = False
orca.settings.enableSound = False
