// Entry of the script-tag build: one classic script that registers the elements.
import './script-languages.ts'
import './define.ts'
