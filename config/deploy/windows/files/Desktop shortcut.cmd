@echo off
rem Puts an icon on the desktop that starts Istaka without this window.
chcp 65001 >nul
title Istaka
"%~dp0python\python.exe" -m istaka shortcut
pause
