# A speech server for Orca that writes each utterance to a file instead of a loudspeaker: one JSON object a line.
import json
import os
import time

from gi.repository import GLib
from orca import orca_state, speechserver

_file = open(os.environ["HEARD_FILE"], "a", buffering=1, encoding="utf-8")


def _window():
    """The title of the window that Orca takes for the active one."""
    try:
        return orca_state.activeWindow.name
    except Exception:
        # None, or a window that has just been closed.
        return ""


def _write(kind, text):
    utterance = {"at": round(time.time(), 3), "kind": kind, "text": text, "window": _window()}
    _file.write(json.dumps(utterance) + "\n")


class SpeechServer(speechserver.SpeechServer):
    """Orca finds it by its name, which every speech server has."""

    _only = None

    @staticmethod
    def getFactoryName():
        return "file"

    @staticmethod
    def getSpeechServers():
        return [SpeechServer.getSpeechServer()]

    @staticmethod
    def getSpeechServer(info=None):
        SpeechServer._only = SpeechServer._only or SpeechServer()
        return SpeechServer._only

    def __init__(self):
        super().__init__()
        self._reading = 0

    def getInfo(self):
        return ["file", "file"]

    def getVoiceFamilies(self):
        return [speechserver.VoiceFamily({"name": "file", "lang": "en", "dialect": ""})]

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            _write("speech", text)

    def speakCharacter(self, character, acss=None):
        _write("speech", character)

    def speakKeyEvent(self, event, acss=None):
        _write("key", event.getKeyName())

    def sayAll(self, utterances, progress):
        """Reads a whole page, one utterance after the other, until something stops it."""
        self._reading += 1
        reading = self._reading

        def read_one():
            context, _ = next(utterances, (None, None))
            if reading != self._reading:
                return False
            if context is None:
                _write("end", "")
                return False
            _write("page", context.utterance)
            context.currentOffset = context.endOffset
            GLib.idle_add(progress, context.copy(), speechserver.SayAllContext.COMPLETED)
            return True

        GLib.idle_add(read_one)

    def stop(self):
        self._reading += 1
        _write("stop", "")
